/* A stand-in for the native library. */
int sortid_stand_in(void) { return 1; }
