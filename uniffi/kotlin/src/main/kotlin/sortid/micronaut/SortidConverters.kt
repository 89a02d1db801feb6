package sortid.micronaut

import io.micronaut.core.convert.ConversionContext
import io.micronaut.core.convert.MutableConversionService
import io.micronaut.core.convert.TypeConverter
import io.micronaut.core.convert.TypeConverterRegistrar
import sortid.AbstractPrefixed
import sortid.TypedId
import sortid.internal.valueOf
import java.util.Optional

/**
 * Lets Micronaut convert path variables, parameters and headers to ids. A class that extends
 * [AbstractPrefixed] must have a `valueOf`. Micronaut finds this class without configuration.
 */
public class SortidConverters : TypeConverterRegistrar {
    override fun register(conversionService: MutableConversionService) {
        conversionService.addConverter(CharSequence::class.java, TypedId::class.java, Texts())
        conversionService.addConverter(CharSequence::class.java, AbstractPrefixed::class.java, Texts())
    }

    private class Texts<T : Any> : TypeConverter<CharSequence, T> {
        override fun convert(
            text: CharSequence,
            type: Class<T>,
            context: ConversionContext,
        ): Optional<T> =
            try {
                Optional.of(type.cast(valueOf(type, text.toString())))
            } catch (error: RuntimeException) {
                context.reject(text, error)
                Optional.empty()
            }
    }
}
