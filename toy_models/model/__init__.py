"""What a model is and how it runs: the stream, its sublayers, the norms, the transformer, and checks of arguments."""
