"""Events, their routes, and notices from storage to delivery."""
