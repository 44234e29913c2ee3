"""Events, their routes and the stored notices until delivery."""
