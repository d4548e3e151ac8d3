// Layout: see below.
