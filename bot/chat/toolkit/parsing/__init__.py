"""Read what people type: clocks, dates, times of day."""
