/** Without the optional module there are no further checks. */
fun more() = Unit
