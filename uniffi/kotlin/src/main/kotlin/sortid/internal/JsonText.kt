package sortid.internal

import com.fasterxml.jackson.annotation.JsonValue

/**
 * A value that Jackson writes as its text. The annotation is on an interface because the serializers
 * that Quarkus generates for classes in Java ignore one that is inherited from a class.
 */
internal interface JsonText {
    @JsonValue
    override fun toString(): String
}
