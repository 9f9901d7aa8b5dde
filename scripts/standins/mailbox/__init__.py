"""A mailbox for everybody: takes any mail over SMTP and any SMS over HTTP, and shows them on a page."""
