/* Stands for a library: something to load. */
int sortid_stand_in(void) { return 1; }
