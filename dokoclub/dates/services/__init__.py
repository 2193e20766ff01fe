"""Services of dates: plan, move, cancel and answer them, make secret addresses, and send reminders."""
