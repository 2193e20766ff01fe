"""What strangers send is taken apart in a process of its own, which may use only so much memory and time.

`running` starts it, `sheets` and `rows` read what it answers; `*_child` is what runs there, without any model.
"""
