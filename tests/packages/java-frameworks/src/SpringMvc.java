import java.util.List;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import sortid.Tid;
import sortid.Uuid7;

/** Path variables, parameters and bodies in Spring MVC. */
final class SpringMvc {
    private SpringMvc() {}

    /** The handlers, also used by WebFlux. */
    @RestController
    public static class Handlers {
        @GetMapping("/uuid/{id}")
        public String uuid(@PathVariable("id") UUID id) {
            return id.toString();
        }

        @GetMapping("/uuid7/{id}")
        public String uuid7(@PathVariable("id") Uuid7 id) {
            return id.toString();
        }

        @GetMapping("/order/{id}")
        public String order(@PathVariable("id") Orders.OrderId id) {
            return id.toString();
        }

        @GetMapping("/tids")
        public String tids(@RequestParam("id") List<Tid> ids) {
            return ids.toString();
        }

        @PostMapping("/orders")
        public Orders.Order orders(@RequestBody Orders.Order order) {
            return order;
        }
    }

    static void check() throws Exception {
        MockMvc mvc = MockMvcBuilders.standaloneSetup(new Handlers()).build();
        Main.check("Spring MVC, a path variable of UUID", got(mvc, "/uuid/" + Orders.ID), "200 " + Orders.ID);
        Main.check("Spring MVC, a path variable", got(mvc, "/uuid7/" + Orders.ID), "200 " + Orders.ID);
        Main.check("Spring MVC, a path variable with a prefix", got(mvc, "/order/" + Orders.ORDER), "200 " + Orders.ORDER);
        Main.check("Spring MVC, an invalid UUID", got(mvc, "/uuid/x"), "400 ");
        Main.check("Spring MVC, an invalid id", got(mvc, "/uuid7/x"), "400 ");
        Main.check("Spring MVC, why an id is invalid", why(mvc, "/uuid7/nonsense"), Orders.NO_ID);
        Main.check("Spring MVC, why another prefix is invalid", why(mvc, "/order/" + Orders.USER), Orders.NO_ORDER);
        Main.check("Spring MVC, another prefix", got(mvc, "/order/" + Orders.ID), "400 ");
        String twice = Orders.TID + "&id=" + Orders.TID;
        Main.check("Spring MVC, parameters", got(mvc, "/tids?id=" + twice), "200 " + List.of(Orders.TID, Orders.TID));
        MockHttpServletResponse answer = mvc.perform(
            MockMvcRequestBuilders.post("/orders").contentType(MediaType.APPLICATION_JSON).content(Orders.JSON)).andReturn().getResponse();
        Main.check("Spring MVC, a body", answer.getContentAsString(), Orders.JSON);
    }

    /** The root cause of a failed request, which Spring logs. */
    private static String why(MockMvc mvc, String path) throws Exception {
        Throwable cause = mvc.perform(MockMvcRequestBuilders.get(path)).andReturn().getResolvedException();
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }

    private static String got(MockMvc mvc, String path) throws Exception {
        MockHttpServletResponse answer = mvc.perform(MockMvcRequestBuilders.get(path)).andReturn().getResponse();
        return answer.getStatus() + " " + answer.getContentAsString();
    }
}
