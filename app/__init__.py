"""The lab as an application, in four rooms, each built on those before it: state, tables, screens, serve."""
