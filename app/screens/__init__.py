"""What is shown: the page, the lab and the views on it, their policy, a file and a site."""
