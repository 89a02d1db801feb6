"""Django with its admin, REST framework and Ninja: `ours` uses IdField, `theirs` uses UUIDField."""

# ruff: noqa: E402 Django must be set up before models are imported.
import json
import logging
import sys
from pathlib import Path
from typing import Any

import django
import sortid
import uuid_utils.compat
from django.conf import settings

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import NO_ID, NO_ORDER, USER, check, failures

WHO = sys.argv[1]
OURS = WHO == "ours"
CONTEXT = ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth"]
CONTEXT.append("django.contrib.messages.context_processors.messages")
REST: dict[str, Any] = {"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []}
if OURS:
    html = "rest_framework.renderers.BrowsableAPIRenderer"
    REST["DEFAULT_RENDERER_CLASSES"] = ["sortid.drf.JSONRenderer", html]
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        *(f"django.contrib.{app}" for app in ("admin", "auth", "contenttypes", "messages", "sessions")),
        "rest_framework",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    REST_FRAMEWORK=REST,
    ROOT_URLCONF="__main__",
    SECRET_KEY="of a test",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": CONTEXT},
        }
    ],
    USE_TZ=True,
)
django.setup()

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models
from django.forms import modelform_factory
from django.http import JsonResponse
from django.shortcuts import get_object_or_404
from django.test import Client
from django.urls import include, path
from ninja import ModelSchema, NinjaAPI
from rest_framework import routers, serializers, viewsets

if OURS:
    import sortid.django
    import sortid.drf
    import sortid.ninja


def key(**options: Any) -> Any:
    """An id field."""
    if OURS:
        return sortid.django.IdField(sortid.Uuid7, default=sortid.uuid7, **options)
    return models.UUIDField(default=uuid_utils.compat.uuid7, **options)


class Author(models.Model):
    id = key(primary_key=True, editable=False)
    name = models.CharField(max_length=10)

    class Meta:
        app_label = "auth"


class Post(models.Model):
    id = key(primary_key=True, editable=False)
    author = models.ForeignKey(Author, models.CASCADE)
    reviewers = models.ManyToManyField(Author, related_name="+", blank=True)
    token = key()
    title = models.CharField(max_length=10)

    class Meta:
        app_label = "auth"


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = "__all__"


class PostSerializer(serializers.ModelSerializer):
    class Meta:
        model = Post
        fields = "__all__"


class Authors(viewsets.ModelViewSet):
    queryset = Author.objects.all()
    serializer_class = AuthorSerializer


class Posts(viewsets.ModelViewSet):
    queryset = Post.objects.order_by("id")
    serializer_class = PostSerializer


class PostOut(ModelSchema):
    class Meta:
        model = Post
        fields = ("id", "author", "token", "title")


class PostIn(ModelSchema):
    class Meta:
        model = Post
        fields = ("author", "title")


api = NinjaAPI(renderer=sortid.ninja.JSONRenderer()) if OURS else NinjaAPI()
Key: Any = sortid.Uuid7 if OURS else uuid_utils.compat.UUID


@api.get("/posts", response=list[PostOut])
def posts(request: Any) -> Any:
    return Post.objects.order_by("id")


@api.get("/posts/{id}", response=PostOut)
def post(request: Any, id: Key) -> Any:
    return get_object_or_404(Post, pk=id)


@api.post("/posts", response=PostOut)
def create(request: Any, given: PostIn) -> Any:
    return Post.objects.create(author_id=given.author, title=given.title)


@api.get("/raw/{id}")
def raw(request: Any, id: Key) -> Any:
    return {"id": id}


def view(request: Any, id: str) -> JsonResponse:
    """A user's view, whose id is the text of the path."""
    author = get_object_or_404(Author, pk=id)
    return JsonResponse({"id": author.pk}, encoder=sortid.django.JSONEncoder if OURS else DjangoJSONEncoder)


class Searched(admin.ModelAdmin):
    """Admin pages that search for keys."""

    search_fields = ("id",)


admin.site.register(Author, Searched)
admin.site.register(Post)
router = routers.DefaultRouter()
router.register("authors", Authors)
router.register("posts", Posts)
urlpatterns = [
    path("admin/", admin.site.urls),
    path("rest/", include(router.urls)),
    path("ninja/", api.urls),
    path("authors/<str:id>/", view),
    path("uuids/<uuid:id>/", view),
]

logging.disable(logging.CRITICAL)
call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    for model in (Author, Post):
        editor.create_model(model)
client = Client(raise_request_exception=False)
client.force_login(User.objects.create_superuser("a", "a@example.org", "p"))
author = Author.objects.create(name="a")
post_of_author = Post.objects.create(author=author, title="t")


def get(url: str, **headers: str) -> Any:
    return client.get(url, headers=headers)


def send(url: str, data: dict[str, Any], how: str = "post") -> Any:
    return getattr(client, how)(url, json.dumps(data), content_type="application/json")


def status(what: str, expected: int, answer: Any) -> Any:
    """Checks the status of a response."""
    check(
        f"{WHO}: {what}",
        lambda: (answer.status_code, answer.content if answer.status_code != expected else b""),
        (expected, b""),
    )
    return answer


text, at = str(author.pk), f"/admin/auth/post/{post_of_author.pk}"
status("REST list", 200, get("/rest/authors/"))
status("REST detail", 200, get(f"/rest/authors/{text}/"))
status("REST unknown id", 404, get(f"/rest/authors/{sortid.uuid7()}/"))
status("REST invalid id", 404, get("/rest/authors/x/"))
listed = status("REST list with a foreign key", 200, get("/rest/posts/"))
check(f"{WHO}: REST writes text", lambda: [each["author"] for each in listed.json()], [text])
made = status("REST create with a foreign key", 201, send("/rest/posts/", {"author": text, "title": "x"}))
status("REST create with an invalid key", 400, send("/rest/posts/", {"author": "x", "title": "x"}))
status("REST update", 200, send(f"/rest/posts/{post_of_author.pk}/", {"author": text, "reviewers": [text]}, "patch"))
token = str(sortid.uuid7())
updated = status("REST update of an id", 200, send(f"/rest/posts/{post_of_author.pk}/", {"token": token}, "patch"))
check(f"{WHO}: REST id", lambda: updated.json()["token"], token)
status("REST invalid id in a body", 400, send(f"/rest/posts/{post_of_author.pk}/", {"token": "x"}, "patch"))
status("REST in a browser", 200, get("/rest/posts/", accept="text/html"))
status("REST delete", 204, client.delete(f"/rest/posts/{made.json()['id']}/"))

status("Ninja list", 200, get("/ninja/posts"))
shown = status("Ninja detail", 200, get(f"/ninja/posts/{post_of_author.pk}"))
check(f"{WHO}: Ninja writes text", lambda: shown.json()["author"], text)
status("Ninja create with a foreign key", 200, send("/ninja/posts", {"author_id": text, "title": "x"}))
status("Ninja invalid id", 422, get("/ninja/posts/x"))
status("Ninja untyped answer", 200, get(f"/ninja/raw/{text}"))
schemas = status("Ninja OpenAPI", 200, get("/ninja/openapi.json")).json()["components"]["schemas"]
check(f"{WHO}: Ninja OpenAPI of a key", lambda: schemas["PostIn"]["properties"]["author_id"]["format"], "uuid")

change = {"author": text, "title": "new", "token": token}
status("admin list", 200, get("/admin/auth/post/"))
status("admin change form", 200, get(f"{at}/change/"))
status("admin save with a foreign key", 302, client.post(f"{at}/change/", change))
status("admin save with reviewers", 302, client.post(f"{at}/change/", {**change, "reviewers": [text]}))
status("admin add", 302, client.post("/admin/auth/post/add/", change))
status("admin add with an invalid key", 200, client.post("/admin/auth/post/add/", {**change, "author": "x"}))
status("admin unknown id", 302, get("/admin/auth/post/x/change/"))
status("admin history", 200, get(f"{at}/history/"))
status("admin delete form", 200, get(f"{at}/delete/"))
action = {"action": "delete_selected", "_selected_action": [str(post_of_author.pk)]}
status("admin action", 200, client.post("/admin/auth/post/", action))

for term, count in ((text, 1), (text[:8], 1), (text.replace("-", ""), 1), (text[9:23].upper(), 1), ("no id", 0)):
    found = status(f"admin search {len(term)}", 200, get(f"/admin/auth/author/?q={term}"))
    check(f"{WHO}: admin search {len(term)} rows", lambda f=found, n=count: f"\n{n} author" in f.content.decode())

status("view by text", 200, get(f"/authors/{text}/"))
status("view by uuid", 200, get(f"/uuids/{text}/"))
check(f"{WHO}: get by text", lambda: Author.objects.get(pk=text), author)
check(f"{WHO}: filter by text", lambda: Post.objects.filter(author_id=text).exists())
check(f"{WHO}: filter by texts", lambda: Author.objects.filter(pk__in=[text]).count(), 1)
check(f"{WHO}: an object with a text", lambda: Author(id=text).refresh_from_db(), None)
form = modelform_factory(Post, fields=["author", "token", "title"])
check(f"{WHO}: form", lambda: form(change).is_valid())
short = modelform_factory(Post, fields=["author", "title"])
check(f"{WHO}: unchanged form", lambda: short(change, instance=form(change).save()).has_changed(), False)
check(f"{WHO}: invalid form", lambda: list(form({**change, "author": "x", "token": "x"}).errors), ["author", "token"])
count = Post.objects.count()
call_command("dumpdata", "auth.author", "auth.post", output="fixture.json")
check(f"{WHO}: a fixture has rows", lambda: count > 0)
Author.objects.all().delete()
call_command("loaddata", "fixture.json", verbosity=0)
check(f"{WHO}: fixtures", lambda: (Post.objects.count(), Author.objects.get().pk), (count, author.pk))
if OURS:
    prefixed = sortid.IdType("author", sortid.Uuid7)

    class PrefixedIds(serializers.Serializer):
        """A serializer with its own field."""

        id = sortid.drf.IdField(prefixed)
        post = sortid.drf.IdField(sortid.Tid, required=False)

    shown = str(prefixed.parse(author.pk))
    read = PrefixedIds(data={"id": shown, "post": "3jzfcijpj2z2a"})
    check("ours: REST writes a prefixed id", lambda: PrefixedIds(author).data, {"id": shown})
    check("ours: REST reads a prefixed id", lambda: read.is_valid(raise_exception=True))
    read_ids = {"id": prefixed.parse(author.pk), "post": sortid.Tid("3jzfcijpj2z2a")}
    check("ours: REST validates the ids", lambda: dict(read.validated_data), read_ids)
    wrong = PrefixedIds(data={"id": USER, "post": 1.5})
    of_type = "expected a str, bytes, a uuid.UUID or a sortid.Id, not float"
    said = {"id": [NO_ORDER.replace("order", "author")], "post": [of_type]}
    check("ours: REST rejects other types", lambda: (wrong.is_valid(), wrong.errors), (False, said))
    posted = send(f"/rest/posts/{Post.objects.first().pk}/", {"token": "nonsense"}, "patch")
    check("ours: REST reports an invalid id", posted.json, {"token": [NO_ID]})
    check("ours: Ninja reports an invalid id", lambda: get("/ninja/posts/nonsense").json()["detail"][0]["msg"], NO_ID)
    check("ours: a form reports an invalid id", lambda: form({**change, "token": "nonsense"}).errors["token"], [NO_ID])
    made_at = author.pk.datetime
    for nth, bounds in enumerate([(made_at, None), (None, sortid.Timestamp(author.pk.unix_seconds + 1))]):
        found = Author.objects.filter(id__between_times=bounds)
        check(f"ours: between times with one end {nth}", found.count, 1)
raise SystemExit(len(failures) > 0)
