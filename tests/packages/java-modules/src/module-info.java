/** A user's program that requires only the module. */
module app {
    requires sortid;
}
