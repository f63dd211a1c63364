"""The repository's sample pictures: renderings of hands whose score is known."""
