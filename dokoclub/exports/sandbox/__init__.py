"""Sandbox for uploads: a separate process with limited memory and time takes strangers' files apart.

`process` starts it, `requests` reads its answers; `*_child` runs inside it, without any model.
"""
