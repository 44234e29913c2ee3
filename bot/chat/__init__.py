"""Discord: commands, buttons, panels, threads and the delivery of notices. Every decision is play's."""
