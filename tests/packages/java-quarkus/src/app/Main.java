package app;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.ConfigProvider;
import sortid.AnyId;
import sortid.IdType;
import sortid.Tid;
import sortid.TypeId;
import sortid.Uuid7;

/** Ids in Quarkus, compared with java.util.UUID: requests itself, and prints its checks. */
@QuarkusMain
public class Main implements QuarkusApplication {
    private static final String ID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    private static final String TID = "3jzfcijpj2z2a";
    private static final String ORDER = "order_01fwhe4ydgfk1shh6w1g60eecf";
    private static final String BODY = "{\"id\":\"" + ORDER + "\",\"item\":\"" + ID + "\",\"uuid\":\"" + ID + "\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private int failed;

    /** A TypeID. */
    @SuppressWarnings("serial")
    public static final class OrderId extends TypeId {
        public static final IdType<OrderId> TYPE = IdType.of("order", Uuid7.TYPE, OrderId::new);

        private OrderId(AnyId id) {
            super(TYPE, id);
        }

        public static OrderId valueOf(String text) {
            return TYPE.parse(text);
        }
    }

    /** A JSON body. */
    public record Order(OrderId id, Uuid7 item, UUID uuid) {}

    /** The resources. */
    @Path("/")
    public static class Resources {
        @GET
        @Path("/uuid/{id}")
        public String uuid(@PathParam("id") UUID id) {
            return id.toString();
        }

        @GET
        @Path("/uuid7/{id}")
        public String uuid7(@PathParam("id") Uuid7 id) {
            return id.toString();
        }

        @GET
        @Path("/order/{id}")
        public String order(@PathParam("id") OrderId id) {
            return id.toString();
        }

        @GET
        @Path("/tids")
        public String tids(@QueryParam("id") List<Tid> ids) {
            return ids.toString();
        }

        @POST
        @Path("/orders")
        public Order orders(Order order) {
            return order;
        }
    }

    @Override
    public int run(String... arguments) throws Exception {
        check("a path parameter of UUID", got("/uuid/" + ID), "200 " + ID);
        check("a path parameter", got("/uuid7/" + ID), "200 " + ID);
        check("a path parameter with a prefix", got("/order/" + ORDER), "200 " + ORDER);
        check("an invalid id", got("/uuid7/x"), got("/uuid/x"));
        check("another prefix", got("/order/" + ID), got("/uuid/x"));
        check("parameters", got("/tids?id=" + TID + "&id=" + TID), "200 " + List.of(TID, TID));
        HttpRequest.Builder post = HttpRequest.newBuilder(uri("/orders")).header("content-type", "application/json");
        check("a body", answer(post.POST(HttpRequest.BodyPublishers.ofString(BODY))), "200 " + BODY);
        return failed;
    }

    private static URI uri(String path) {
        return URI.create("http://localhost:" + ConfigProvider.getConfig().getValue("quarkus.http.port", String.class) + path);
    }

    private String got(String path) throws Exception {
        return answer(HttpRequest.newBuilder(uri(path)));
    }

    private String answer(HttpRequest.Builder request) throws Exception {
        var answer = client.send(request.build(), BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private void check(String name, String found, String expected) {
        if (found.equals(expected)) {
            System.out.println("ok " + name);
        } else {
            System.out.println("not ok " + name + ": " + found + ", not " + expected);
            failed = 1;
        }
    }
}
