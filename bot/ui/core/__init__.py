"""What every feature on Discord stands on: context, components, errors, pictures, formatting."""
