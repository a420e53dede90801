"""Where rooms are kept: one contract, two stores."""
