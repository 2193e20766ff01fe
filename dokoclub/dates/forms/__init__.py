"""What is typed about dates and answers, checked where it enters."""
