/** Time-sortable identifiers. The modules required statically are optional. */
module sortid {
    requires transitive kotlin.stdlib;
    requires com.sun.jna;
    requires static com.fasterxml.jackson.annotation;
    requires static com.google.gson;
    requires static io.micronaut.micronaut_core;
    requires static kotlinx.serialization.core;
    requires static org.crac;
    requires static org.mongodb.bson;

    exports sortid;
    exports sortid.bson;
    exports sortid.crac;
    exports sortid.gson;
    exports sortid.jackson;
    exports sortid.micronaut;
    exports sortid.serialization;
    exports sortid.testing;

    // JNA reads and writes the fields of structures.
    opens sortid.internal to
            com.sun.jna;
}
