"""Words that carry no subject in a question; they are left out while any other word is there."""

STOPWORDS = frozenset()
