"""The lab as an application: state, address, tables, page, server, export and command line."""
