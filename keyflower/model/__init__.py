"""What a game is made of: villages, state, actions, events and tasks, as frozen values."""
