import Glibc

print("course")
exit(0)
