/** A program of somebody's, which requires the module alone. */
module app {
    requires sortid;
}
