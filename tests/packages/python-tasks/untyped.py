"""Tasks with Django and Polars, solved with uuid_utils and with sortid. Django has no types."""

# ruff: noqa: E402 Django must be set up before models are imported.
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
import polars as pl
import sortid
import sortid.polars
from django.conf import settings
from sortid import Uuid7
from uuid_utils.compat import uuid7

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import failures, same

settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []},
    ROOT_URLCONF="__main__",
    USE_TZ=True,
)
django.setup()

from django.db import connection, models
from django.test import Client
from django.urls import include, path
from rest_framework import routers, serializers, viewsets
from sortid.django import IdField


# 11. A key in Django, with its admin and REST framework
class TheirPost(models.Model):
    # theirs
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # end

    class Meta:
        app_label = "auth"


class OurPost(models.Model):
    # ours
    id = IdField(Uuid7, primary_key=True, default=sortid.uuid7, editable=False)
    # end

    class Meta:
        app_label = "auth"


router = routers.DefaultRouter()


def publish(name: str, of: Any) -> None:
    """Serves a model with REST framework."""
    meta = type("Meta", (), {"model": of, "fields": "__all__"})
    serializer = type("Serializer", (serializers.ModelSerializer,), {"Meta": meta})
    sets = {"queryset": of.objects.all(), "serializer_class": serializer}
    router.register(name, type("Posts", (viewsets.ModelViewSet,), sets))


publish("theirs", TheirPost)
publish("ours", OurPost)
urlpatterns = [path("", include(router.urls))]


def keys_in_django() -> None:
    with connection.schema_editor() as editor:
        editor.create_model(TheirPost)
        editor.create_model(OurPost)
    for name, of in (("theirs", TheirPost), ("ours", OurPost)):
        post = of.objects.create()
        same(11, Client().get(f"/{name}/{post.id}/").json(), {"id": str(post.id)})


# 13. A column of keys to their times, in Polars
def times_of_a_column() -> None:
    frame = pl.DataFrame({"id": ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]})
    # theirs
    hex = pl.col("id").str.replace("-", "").str.head(12)
    theirs = frame.select(hex.str.to_integer(base=16).cast(pl.Datetime("ms", "UTC")))
    # ours
    ours = frame.select(pl.col("id").sortid.time("uuid7"))
    # end
    made = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
    same(13, theirs.item(), ours.item(), made)


keys_in_django()
times_of_a_column()
sys.exit(len(failures) > 0)
