import org.jboss.resteasy.mock.MockDispatcherFactory;
import org.jboss.resteasy.mock.MockHttpRequest;
import org.jboss.resteasy.mock.MockHttpResponse;
import org.jboss.resteasy.spi.Dispatcher;

/** JAX-RS with RESTEasy. */
final class RestEasy {
    private RestEasy() {}

    static void check() throws Exception {
        Dispatcher dispatcher = MockDispatcherFactory.createDispatcher();
        dispatcher.getRegistry().addPerRequestResource(Resources.class);
        Resources.check("RESTEasy", path -> {
            MockHttpResponse answer = new MockHttpResponse();
            dispatcher.invoke(MockHttpRequest.get(path), answer);
            return answer.getStatus() + " " + answer.getContentAsString();
        });
    }
}
