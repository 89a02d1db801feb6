/** Without the optional module there is no more. */
fun more() = Unit
