import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.UUID;
import sortid.Tid;
import sortid.Uuid7;

/** JAX-RS resources. */
@Path("/")
public class Resources {
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
    public String order(@PathParam("id") Orders.OrderId id) {
        return id.toString();
    }

    @GET
    @Path("/tids")
    public String tids(@QueryParam("id") List<Tid> ids) {
        return ids.toString();
    }

    /** Requests a path; returns the status and body. */
    interface Client {
        String get(String path) throws Exception;
    }

    static void check(String name, Client client) throws Exception {
        Main.check(name + ", a path parameter of UUID", client.get("/uuid/" + Orders.ID), "200 " + Orders.ID);
        Main.check(name + ", a path parameter", client.get("/uuid7/" + Orders.ID), "200 " + Orders.ID);
        Main.check(name + ", a path parameter with a prefix", client.get("/order/" + Orders.ORDER), "200 " + Orders.ORDER);
        Main.check(name + ", an invalid id", client.get("/uuid7/x").substring(0, 4), client.get("/uuid/x").substring(0, 4));
        String twice = Orders.TID + "&id=" + Orders.TID;
        Main.check(name + ", parameters", client.get("/tids?id=" + twice), "200 " + List.of(Orders.TID, Orders.TID));
    }
}
