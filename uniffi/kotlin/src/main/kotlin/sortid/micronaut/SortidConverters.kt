package sortid.micronaut

import io.micronaut.core.convert.ConversionContext
import io.micronaut.core.convert.MutableConversionService
import io.micronaut.core.convert.TypeConverter
import io.micronaut.core.convert.TypeConverterRegistrar
import sortid.Id
import sortid.internal.parserOf
import java.util.Optional

/**
 * Lets Micronaut convert path variables, parameters and headers to ids. Micronaut
 * finds this class without configuration.
 */
public class SortidConverters : TypeConverterRegistrar {
    override fun register(conversionService: MutableConversionService) {
        conversionService.addConverter(CharSequence::class.java, Id::class.java, Texts())
    }

    private class Texts<T : Id> : TypeConverter<CharSequence, T> {
        override fun convert(
            text: CharSequence,
            type: Class<T>,
            context: ConversionContext,
        ): Optional<T> =
            try {
                Optional.of(type.cast(parserOf(type)(text.toString())))
            } catch (error: RuntimeException) {
                context.reject(text, error)
                Optional.empty()
            }
    }
}
