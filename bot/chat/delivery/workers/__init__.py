"""What runs beside people: deliveries, deadlines, engines, and what wakes them."""
