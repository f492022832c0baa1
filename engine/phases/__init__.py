"""The stages of a deal, in the order of the rule books."""
