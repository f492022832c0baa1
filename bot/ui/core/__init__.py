"""The shared parts of every feature on Discord: context, components, errors, pictures, formatting."""
