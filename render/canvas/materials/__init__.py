"""Materials that boards are made of, drawn without a stroke that repeats."""
