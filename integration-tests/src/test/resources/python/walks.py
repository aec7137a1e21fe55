"""Requests to the cookbook service with lazr.restfulclient.

Usage: python3 - -- WALK BASE_URL [CONSUMER | DIRECTORY]. Prints "WALK done" at the end.
With a consumer, all requests are signed with it and the empty token. Walks of credentials: python3 - -- WALK FILE CONSUMER SECRET.
"""

import base64
import datetime
import os
import sys
import tempfile
import time
from urllib.parse import quote

from lazr.restfulclient.authorize import BasicHttpAuthorizer
from lazr.restfulclient.authorize.oauth import AccessToken, OAuthAuthorizer
from lazr.restfulclient.errors import HTTPError, NotFound, Unauthorized
from lazr.restfulclient.resource import CollectionWithKeyBasedLookup, ServiceRoot
from lazr.restfulclient._browser import RestfulHttp

FRENCH = "Mastering the Art of French Cooking"
statuses = []
targets = []


class Recorder(RestfulHttp):
    """Records the target and the status of each request."""

    def _conn_request(self, conn, request_uri, method, body, headers):
        response, content = super()._conn_request(conn, request_uri, method, body, headers)
        statuses.append(response.status)
        targets.append(request_uri)
        return response, content


class CookbookSet(CollectionWithKeyBasedLookup):
    collection_of = "cookbook"

    def _get_url_from_id(self, key):
        return str(self._root._root_uri.ensureSlash()) + "cookbooks/" + quote(str(key))


class RecipeSet(CollectionWithKeyBasedLookup):
    collection_of = "recipe"

    def _get_url_from_id(self, key):
        return str(self._root._root_uri.ensureSlash()) + "recipes/" + str(key)


class Client(ServiceRoot):
    RESOURCE_TYPE_CLASSES = dict(ServiceRoot.RESOURCE_TYPE_CLASSES, recipes=RecipeSet, cookbooks=CookbookSet)

    def httpFactory(self, credentials, cache, timeout, proxy_info):
        return Recorder(credentials, cache, timeout, proxy_info)

    usual_credentials = None

    def __init__(self, base, version="1.0", cache=None, credentials=None):
        super().__init__(credentials or self.usual_credentials, base, cache=cache, version=version)


class Basic(BasicHttpAuthorizer):
    """Basic authentication as documented: the authorizer of the client fails on Python 3."""

    def authorizeRequest(self, absolute_uri, method, body, headers):
        credentials = "%s:%s" % (self.username, self.password)
        headers["authorization"] = "Basic " + base64.b64encode(credentials.encode("utf-8")).decode("ascii")


def signed(consumer, key, secret, application=None):
    return OAuthAuthorizer(consumer, access_token=AccessToken(key, secret), application_name=application)


def exchange(client, url, method="GET", body=None, headers=()):
    """Send a request with the client's connection and return the unprocessed response."""
    return client._browser._connection.request(url, method=method, body=body, headers=dict(headers))[0]


def equal(actual, expected):
    if actual != expected:
        raise AssertionError("%r instead of %r" % (actual, expected))


def raises(error, call):
    try:
        call()
    except error as caught:
        return caught
    raise AssertionError("no %s" % error.__name__)


def root_and_lookups(base):
    client = Client(base)
    equal(statuses, [200, 200])
    equal(sorted(client.lp_collections), ["cookbooks", "dishes", "recipes"])
    equal(client.lp_entries, ["featured_cookbook"])
    equal(client.featured_cookbook.name, FRENCH)
    equal(len(client.dishes), 3)
    equal(client.recipes[1].dish.name, "Roast chicken")
    raises(KeyError, lambda: client.recipes[1000])
    raises(NotFound, lambda: client.recipes(1000).instructions)
    equal(client.recipes[2].resource_type_link, base + "1.0/#recipe")
    equal(client.recipes[1].self_link, base + "1.0/recipes/1")
    equal(Client(base, "devel").recipes[1].self_link, base + "devel/recipes/1")
    RecipeSet.collection_of = "cookbook"
    recipe = client.recipes(2)
    equal("cuisine" in recipe.lp_attributes, True)
    equal(recipe.instructions[:5], "Draw,")
    equal("cuisine" in recipe.lp_attributes, False)
    raises(AttributeError, lambda: recipe.cuisine)
    raises(AttributeError, lambda: client.recipes(3).cuisine)
    RecipeSet.collection_of = "recipe"
    equal(sorted(client.recipes[1].lp_attributes),
          ["http_etag", "id", "instructions", "private", "resource_type_link", "self_link", "web_link"])
    cookbook = client.featured_cookbook
    equal(cookbook.lp_entries, ["cover"])
    equal(cookbook.lp_collections, ["recipes"])
    equal(sorted(cookbook.lp_operations),
          ["find_recipe_for", "find_recipes", "make_more_interesting", "replace_cover"])
    equal(sorted(cookbook.lp_attributes),
          ["confirmed", "copyright_date", "cuisine", "description", "http_etag", "last_printing", "name", "price",
           "resource_type_link", "revision_number", "self_link", "web_link"])
    equal(list(cookbook.lp_values_for("cuisine")), ["General", "Vegetarian", "American", "Dessert", "Fran\u00e7aise"])
    equal(cookbook.lp_values_for("copyright_date"), None)
    equal(cookbook.copyright_date, datetime.datetime(1961, 1, 1))
    equal(client.load("").resource_type_link, base + "1.0/#service-root")
    equal(client.load("/cookbooks/The%20Joy%20of%20Cooking").cuisine, "General")
    not_found = exchange(client, base)
    equal((not_found.status, not_found["content-type"]), (404, "text/plain"))


def collections(base):
    client = Client(base)
    del statuses[:]
    lazy = client.recipes, client.recipes(1), client.cookbooks
    equal(statuses, [])
    equal((lazy[1].id, statuses), (1, [200]))
    equal((client.recipes[2].id, statuses), (2, [200, 200]))
    dish = client.dishes[0]
    del statuses[:]
    recipes = dish.recipes
    equal(statuses, [])
    equal((len(recipes), targets[-1]), (3, "/1.0/dishes/Roast%20chicken/recipes"))
    equal([recipe.id for recipe in client.recipes], [1, 2, 3, 4, 6])
    equal([recipe.dish.name for recipe in client.recipes[:2]], ["Roast chicken"] * 2)
    equal([book.name for book in client.cookbooks[:6]], [book.name for book in client.cookbooks][:6])
    equal(len(client.cookbooks[:100]), 7)
    equal(client.cookbooks[1000:2000], [])
    equal(client.dishes[1].name, "Baked beans")
    equal([recipe.id for recipe in client.featured_cookbook.recipes], [1, 6])
    equal([recipe.id for recipe in client.dishes[0].recipes], [1, 2, 3])
    found = client.cookbooks.find_recipes(search="e")
    equal(found[1].dish.name, "Foies de voilaille en aspic")
    equal([recipe.id for recipe in found[1:4]], [6, 2, 4])
    equal(len(found), 6)
    equal([recipe.id for recipe in found], [1, 6, 2, 4, 3])
    raises(IndexError, lambda: found[1000])


def operations(base):
    client = Client(base)
    for search in ("Chicken", "foo", "1.234"):
        equal(len(client.cookbooks.find_recipes(search=search)), 0)
    equal(len(client.cookbooks.find_recipes(search="chicken", vegetarian=False)), 3)
    equal(len(client.cookbooks.find_for_cuisine(cuisine="General")), 3)
    dish, beans = client.recipes[1].dish, client.dishes[1]
    equal(client.featured_cookbook.find_recipe_for(dish=dish).id, 1)
    equal(client.featured_cookbook.find_recipe_for(dish=beans), None)
    date = datetime.datetime(1994, 1, 1)
    for name in ("New cookbook", "null", "4.56", '"foo"', "x" * 281, "x" * 281 + ": The Sequel"):
        book = client.cookbooks.create(
            name=name, cuisine="General", copyright_date=date, last_printing=date, price=1.23)
        equal((book.name, book.price, book.last_printing), (name, 1.23, date))
        equal(client.cookbooks[name].self_link, book.self_link)
    error = raises(HTTPError, lambda: client.cookbooks.create(
        name="null", copyright_date=date, last_printing=date, price=1.23))
    equal((error.response.status, error.response.reason), (409, "Conflict"))
    equal(error.content, b'A cookbook called "null" already exists.')
    error = raises(HTTPError, lambda: client.cookbooks.create(
        name="other", copyright_date=date, last_printing=date, price="1.23"))
    equal(error.content, b"price: got 'unicode', expected float, int: u'1.23'")
    equal(str(error).startswith("HTTP Error 400: Bad Request\n"), True)
    moved = exchange(client, base + "devel/cookbooks/New%20cookbook", "POST", "ws.op=make_more_interesting",
                     {"content-type": "application/x-www-form-urlencoded"})
    equal((moved.status, moved["location"]), (301, base + "devel/cookbooks/The%20New%20New%20cookbook"))
    equal(client.cookbooks["The New New cookbook"].cuisine, "General")
    error = raises(HTTPError, client.cookbooks["The New New cookbook"].make_more_interesting)
    equal(error.content, b"The 'New' trick can't be used on this cookbook because its name already starts with "
          b"'The New'.")
    joy = client.cookbooks["The Joy of Cooking"]
    joy.make_more_interesting()
    equal(client.cookbooks["The New The Joy of Cooking"].cuisine, "General")
    client.cookbooks["null"].replace_cover(cover=b"\x00\xe2\xe3")
    equal(client.cookbooks["null"].cover.open().read(), b"\x00\xe2\xe3")


def caching(base):
    with tempfile.TemporaryDirectory() as directory:
        client = Client(base, cache=directory)
        names = sorted(os.listdir(directory))
        equal(len(names), 2)
        equal([("application,json" in names[0]), ("vnd.sun.wadl+xml" in names[1])], [True, True])
        equal(client.recipes[4].id, 4)
        equal(client.recipes[4].id, 4)
        equal(statuses, [200, 200, 200, 304])
        del statuses[:]
        page = [recipe for recipe in client.recipes]
        page[0].lp_refresh()
        equal(statuses, [200, 200, 304])
        del statuses[:]
        equal(client.recipes[1].id, 1)
        equal(statuses, [200])
        del statuses[:]
        Client(base, cache=directory)
        equal(statuses, [])
        Client(base, "devel", cache=directory)
        Client(base, "devel", cache=directory)
        equal(statuses, [200, 200])
        del statuses[:]
        clock = time.time
        time.time = lambda: clock() + 3
        Client(base, "devel", cache=directory)
        time.time = clock
        Client(base, "devel", cache=directory)
        equal(statuses, [304, 304])

    with tempfile.TemporaryDirectory() as directory:
        client = Client(base, cache=directory)
        root = set(os.listdir(directory))
        for name in ("x" * 281, "x" * 281 + ": The Sequel"):
            date = datetime.datetime(1994, 1, 1)
            client.cookbooks.create(name=name, copyright_date=date, last_printing=date, price=1).name
        one, other = set(os.listdir(directory)) - root
        equal((len(one), len(other), one[:-32] == other[:-32], one == other), (143, 143, True, False))


def entries(base):
    client = Client(base)
    equal(client.load(base + "1.0/cookbooks/Everyday%20Greens").name, "Everyday Greens")
    equal(len(client.load("cookbooks")), 7)
    book = client.featured_cookbook
    equal((book.cuisine, book.description), ("Fran\u00e7aise", ""))
    book = client.cookbooks[FRENCH]
    book.cuisine, book.description = "Dessert", "  A new description "
    del statuses[:]
    book.lp_save()
    equal(statuses, [209])
    equal(book.description, "A new description")
    equal(client.cookbooks[FRENCH].cuisine, "Dessert")

    recipe, other = client.recipes[1], Client(base).recipes[1]
    equal(recipe == other, True)
    home = recipe.cookbook
    recipe.cookbook = client.cookbooks["Everyday Greens"]
    recipe.lp_save()
    equal(recipe.cookbook.name, "Everyday Greens")
    equal(recipe == other, False)
    other.instructions = "Too late"
    error = raises(HTTPError, other.lp_save)
    equal((error.response.status, error.response.reason), (412, "Precondition Failed"))
    other.lp_refresh()
    equal(recipe == other, True)
    recipe.cookbook = home
    recipe.lp_save()

    first, second = Client(base).cookbooks[:10][0], Client(base).cookbooks[:10][0]
    first.description = "Won"
    first.lp_save()
    second.description = "Lost"
    equal(raises(HTTPError, second.lp_save).response.status, 412)

    joy = client.cookbooks["The Joy of Cooking"]
    joy.name = "Another Name"
    joy.lp_save()
    equal(joy.self_link, base + "1.0/cookbooks/Another%20Name")
    raises(KeyError, lambda: client.cookbooks["The Joy of Cooking"])
    joy.description = "Edited"
    joy.lp_save()
    joy.name = "The Joy of Cooking"
    joy.lp_save()
    equal(client.load("cookbooks/The%20Joy%20of%20Cooking").description, "Edited")

    joy.cuisine, joy.copyright_date = "No such cuisine", datetime.datetime(2001, 1, 1)
    error = raises(HTTPError, joy.lp_save)
    equal(sorted(error.content.decode().splitlines()), [
        "copyright_date: You tried to modify a read-only attribute.",
        'cuisine: Invalid value "No such cuisine". Acceptable values are: '
        "General, Vegetarian, American, Dessert, Fran\u00e7aise"])
    joy.lp_refresh()
    joy.last_printing = datetime.datetime(2009, 1, 1)
    joy.lp_save()
    equal(joy.last_printing, datetime.datetime(2009, 1, 1))
    equal(joy.confirmed, "tag:launchpad.net:2008:redacted")

    client.recipes[6].lp_delete()
    raises(KeyError, lambda: client.recipes[6])
    equal([recipe.id for recipe in client.recipes], [1, 2, 3, 4])
    error = raises(HTTPError, joy.lp_delete)
    equal((error.response.status, error.response.reason), (405, "Method Not Allowed"))


def files(base):
    client = Client(base)
    greens, joy = client.cookbooks["Everyday Greens"], client.cookbooks["The Joy of Cooking"]
    equal(raises(HTTPError, greens.cover.open).response.status, 404)
    del statuses[:]
    write(greens, b"\x00\xff first")
    equal(statuses, [200])
    del statuses[:]
    stored = greens.cover.open()
    equal((stored.read(), stored.content_type, stored.filename), (b"\x00\xff first", "image/png", "0"))
    equal(statuses, [303, 200])
    del statuses[:]
    first = greens.cover.open().last_modified
    equal(statuses, [303, 304])
    write(greens, b"second")
    again = greens.cover.open()
    equal((again.read(), again.filename, again.last_modified != first), (b"second", "1", True))
    write(joy, b"second")
    equal(joy.cover == greens.cover, False)
    del statuses[:]
    greens.cover.delete()
    equal(statuses, [200])
    equal(raises(HTTPError, greens.cover.open).response.status, 404)


def write(book, content):
    cover = book.cover.open("w", "image/png", "cover.png")
    cover.write(content)
    cover.close()


def oauth(base):
    client = Client(base, credentials=signed("consumer", "token", "secret", "the app"))
    equal(statuses, [200, 200])
    equal(client.recipes[5].private, True)
    equal([recipe.id for recipe in client.recipes], [1, 2, 3, 4, 5, 6])
    equal([recipe.id for recipe in client.cookbooks.find_recipes(search="beans")], [4, 5])
    greens = client.cookbooks["Everyday Greens"]
    write(greens, b"green")
    equal(greens.cover.open().read(), b"green")
    greens.cuisine = "General"
    greens.lp_save()
    greens.make_more_interesting()
    equal(client.cookbooks["The New Everyday Greens"].cuisine, "General")

    for consumer in ("consumer", "some\u00f6ne & co"):
        client = Client(base, credentials=signed(consumer, "", ""))
        equal(client.recipes[4].private, False)
        raises(Unauthorized, lambda: client.recipes[5])
        equal([recipe.id for recipe in client.recipes], [1, 2, 3, 4, 6])

    for consumer, key, secret in (("someone", "token", "secret"), ("someone", "other", "x"), ("consumer", "other", "x"),
                                  ("consumer", "token", "wrong"), ("consumer", "token", "")):
        refused(lambda: Client(base, credentials=signed(consumer, key, secret)), [401])
    refused(lambda: Client(base), [401])
    refused(lambda: Client(base, credentials=Basic("user", "password")), [401])


def basic(base):
    client = Client(base, credentials=Basic("us\u00e9r", "pass:word"))
    equal(statuses, [200, 200])
    equal(client.recipes[5].private, True)
    equal([recipe.id for recipe in client.recipes], [1, 2, 3, 4, 5, 6])
    refused(lambda: Client(base), [401])
    # The connection has the credentials too, and retries once.
    refused(lambda: Client(base, credentials=Basic("us\u00e9r", "wrong")), [401, 401])
    refused(lambda: Client(base, credentials=signed("consumer", "token", "secret")), [401])


def refused(call, expected):
    del statuses[:]
    error = raises(Unauthorized, call)
    equal(str(error).startswith("HTTP Error 401: Unauthorized\n"), True)
    equal(isinstance(error, HTTPError), True)
    equal(statuses, expected)


def shared_cache(base, directory, *credentials):
    client = Client(base, cache=directory, credentials=signed(*credentials) if credentials else None)
    equal(client.recipes[4].id, 4)


def read_credentials(path, consumer, secret):
    credentials = OAuthAuthorizer.load_from_path(path)
    equal(credentials.consumer.key, consumer)
    equal(credentials.consumer.secret, secret)
    equal(credentials.access_token.key, secret)
    equal(credentials.access_token.secret, secret)


def write_credentials(path, consumer, secret):
    OAuthAuthorizer(consumer, secret, AccessToken(secret, secret)).save_to_path(path)


walk, base, *more = sys.argv[2:]
if walk not in ("shared_cache", "read_credentials", "write_credentials") and more:
    Client.usual_credentials = signed(more.pop(), "", "")
globals()[walk](base, *more)
print(walk + " done")
