"""Challenge someone or anyone, agree on the terms, play again."""
