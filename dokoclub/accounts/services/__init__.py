"""Services for accounts. Later apps may call them; they never see a request."""
