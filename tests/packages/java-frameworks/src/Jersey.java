import java.net.URI;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;

/** JAX-RS with Jersey. */
final class Jersey {
    private Jersey() {}

    static void check() throws Exception {
        ApplicationHandler handler = new ApplicationHandler(new ResourceConfig(Resources.class));
        URI base = URI.create("http://localhost/");
        Resources.check("Jersey", path -> {
            ContainerRequest request = new ContainerRequest(base, base.resolve(path), "GET", null, new MapPropertiesDelegate(), null);
            ContainerResponse answer = handler.apply(request).get();
            return answer.getStatus() + " " + answer.getEntity();
        });
    }
}
