"""A Sphinx project with one MyST page that frames the lab. Beside it lies the file: residual-lab export lab.html"""

project = "A course"
extensions = ["myst_parser"]
html_extra_path = ["lab.html"]
