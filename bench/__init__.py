"""What is measured, a module for each part; `stage` is what they are set on."""
