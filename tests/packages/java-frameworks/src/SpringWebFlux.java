import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The same requests in Spring WebFlux. */
final class SpringWebFlux {
    private SpringWebFlux() {}

    static void check() {
        WebTestClient client = WebTestClient.bindToController(new SpringMvc.Handlers()).build();
        Main.check("Spring WebFlux, a path variable of UUID", got(client, "/uuid/" + Orders.ID), "200 " + Orders.ID);
        Main.check("Spring WebFlux, a path variable", got(client, "/uuid7/" + Orders.ID), "200 " + Orders.ID);
        Main.check("Spring WebFlux, a path variable with a prefix", got(client, "/order/" + Orders.ORDER), "200 " + Orders.ORDER);
        Main.check("Spring WebFlux, an invalid UUID", got(client, "/uuid/x").substring(0, 4), "400 ");
        Main.check("Spring WebFlux, an invalid id", got(client, "/uuid7/x").substring(0, 4), "400 ");
        String twice = Orders.TID + "&id=" + Orders.TID;
        Main.check("Spring WebFlux, parameters", got(client, "/tids?id=" + twice), "200 " + List.of(Orders.TID, Orders.TID));
        String body = client.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).bodyValue(Orders.JSON)
            .exchange().expectBody(String.class).returnResult().getResponseBody();
        Main.check("Spring WebFlux, a body", body, Orders.JSON);
    }

    private static String got(WebTestClient client, String path) {
        EntityExchangeResult<String> answer = client.get().uri(path).exchange().expectBody(String.class).returnResult();
        return answer.getStatus().value() + " " + answer.getResponseBody();
    }
}
