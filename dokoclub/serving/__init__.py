"""The layer between server and Django: body limits, responses while nothing can be written, shared cache, turns."""
