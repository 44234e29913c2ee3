"""What every feature uses: who speaks, custom_ids, pictures, what Discord refuses."""
