"""What is chosen: the names of choices, what each toy offers, a selection, its address, and the observable state."""
