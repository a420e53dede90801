"""The bots: who thinks for them, in processes of their own."""
