def pull(double load, int sheaves, double friction=0.0):
    """The force that lifts a load over a number of sheaves."""
    cdef double force = load / sheaves
    cdef int n
    for n in range(sheaves):
        force *= 1 + friction
    return force
