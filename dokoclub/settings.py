"""Every setting of the site. Values that differ between installs come from the environment; see docs/operations.md."""

from pathlib import Path

from csp.constants import NONE, SELF

from dokoclub.environment import (
    allowed_hosts,
    cache,
    cookie_name,
    count_cores,
    database,
    env,
    folder,
    folder_of_files,
    is_only_here,
    issuer,
    machine,
    mail,
    mail_address,
    one_of,
    openid_provider,
    pool,
    port,
    read_env,
    recipient,
    refuse_value,
    seen_from_outside,
    sender,
    sending_command,
    site_address,
    stored_secret_key,
    switch,
    time_zone,
    usual_data_dir,
    whole_number,
)
from dokoclub.operations.logs import configure_logs

BASE_DIR = Path(__file__).resolve().parent.parent
FILES_DIR = folder_of_files(Path(__file__).resolve().parent)  # for templates, static, locale and the handbook

# --- Where things are ------------------------------------------------------------------------------------------------


DATA_DIR = read_env("DATA_DIR", folder, usual_data_dir())
BACKUP_DIR = read_env("BACKUP_DIR", folder, str(DATA_DIR / "backups"))
BACKUPS_KEPT = read_env("BACKUPS_KEPT", whole_number, "14")
BACKUP_EXPECTED_HOURS = read_env("BACKUP_EXPECTED_HOURS", whole_number, "0")  # 0: /healthz only reports the age
BACKUP_COMMAND = read_env("BACKUP_COMMAND", sending_command, "")  # takes the newest copy off-site each night
BACKUP_ENCRYPT = read_env("BACKUP_ENCRYPT", recipient, "")
if BACKUP_ENCRYPT and not BACKUP_COMMAND:
    refuse_value("BACKUP_ENCRYPT", "it encrypts what BACKUP_COMMAND takes elsewhere, and that is not set")
NIGHTLY = read_env("NIGHTLY", switch, "1")  # the server itself backs up, cleans up and rehearses a restore once a day


SECRET_KEY = read_env("SECRET_KEY", str, "") or stored_secret_key(DATA_DIR)
DEBUG = read_env("DEBUG", switch, "0")
DEMO_RESET = read_env("DEMO_RESET", switch, "0")  # visitors may write in the demo club, and it is recreated each night
DEMO = read_env("DEMO", switch, "0") or DEMO_RESET

# --- How the site is reached -----------------------------------------------------------------------------------------

HOST, PORT = (
    read_env("HOST", machine, "127.0.0.1"),
    read_env("PORT", port, "8000"),
)  # where the server listens
PUBLIC_ADDRESS = read_env("PUBLIC_URL", site_address, f"http://{seen_from_outside(HOST)}:{PORT}")
PUBLIC_URL = PUBLIC_ADDRESS.geturl().rstrip("/")
HTTPS = PUBLIC_ADDRESS.scheme == "https"
OWN_HOSTS = [machine(str(PUBLIC_ADDRESS.hostname)), "localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [*OWN_HOSTS, *read_env("ALLOWED_HOSTS", allowed_hosts, "")]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

# TLS ends at a proxy, so https means that there is one; its headers for scheme and address are trusted.
TRUSTED_PROXIES = read_env("TRUSTED_PROXIES", whole_number, "1" if HTTPS else "0")
if HTTPS and not TRUSTED_PROXIES:
    refuse_value("TRUSTED_PROXIES", "PUBLIC_URL is https, so there is a proxy in front: say 1 or more")
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME = (
    cookie_name(word, PUBLIC_ADDRESS) for word in ("session", "csrf", "language")
)
MESSAGE_STORAGE = "dokoclub.core.cookies.MessageStorage"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60

SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = PUBLIC_ADDRESS.netloc  # addresses of the local network have no https
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # requested from the same machine, without TLS
SECURE_HSTS_SECONDS = read_env("HSTS_SECONDS", whole_number, "3600" if HTTPS else "0")
if SECURE_HSTS_SECONDS and not HTTPS:
    refuse_value("HSTS_SECONDS", "PUBLIC_URL is not https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "dokoclub.accounts.middleware.refuse_token"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
    }
}
SILENCED_SYSTEM_CHECKS = [
    "mail.E001",  # an install may be without mail
    "security.W005",  # other names under the domain are not ours to promise https for
    "security.W021",  # the preload list is for sites that never go back to http; a club may
]

# --- Apps, middleware, templates -------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "dokoclub.ui",
    "dokoclub.handbook",
    "dokoclub.accounts",
    "dokoclub.clubs",
    "dokoclub.evenings",
    "dokoclub.dates",
    "dokoclub.standings",
    "dokoclub.settlement",
    "dokoclub.tournaments",
    "dokoclub.screens",
    "dokoclub.exports",
    "dokoclub.demo",
    "dokoclub.operations",
    "dokoclub.apps.Wiring",  # last, because it connects all of them
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "django_htmx",
    "simple_history",
]

MIDDLEWARE = [
    "dokoclub.core.addresses.OnlyOwnHosts",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # before whitenoise: static files carry the policy, too
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "dokoclub.operations.logs.RequestLog",
    "dokoclub.serving.bodies.OnlyUtf8",
    "dokoclub.core.cookies.ReadFormerCookies",
    "dokoclub.evenings.middleware.LightDoor",
    "django.middleware.gzip.GZipMiddleware",  # pads each page at random, so that its size reveals nothing (BREACH)
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "dokoclub.core.addresses.LeadWithoutSign",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "dokoclub.accounts.middleware.NameHolder",
    "dokoclub.accounts.middleware.KeepPrivate",
    "dokoclub.core.http.KeepUnlisted",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "dokoclub.accounts.middleware.SignInMiddleware",
    "dokoclub.accounts.middleware.VisitorGuard",
    "dokoclub.accounts.middleware.LeaveEndedSession",
    "dokoclub.accounts.middleware.RenewSession",
    "dokoclub.clubs.middleware.TellMoving",
    "dokoclub.evenings.middleware.TellUnreadable",
    "dokoclub.serving.later.AnswerLater",
]

ROOT_URLCONF = "dokoclub.urls"
WSGI_APPLICATION = "dokoclub.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "dokoclub.ui.forms.FormRenderer"

DATA_UPLOAD_MAX_NUMBER_FILES = 200  # the form already reports that it takes a hundred

# --- Database, cache, mail -------------------------------------------------------------------------------------------

SQLITE_START = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"  # a confirmed game survives a power cut; 0.3 ms a write
    "PRAGMA foreign_keys=ON;"
    "PRAGMA secure_delete=ON;"  # deleted data is overwritten
)

LOCK_TIMEOUT = "10s"  # longer waits end in a 503 with Retry-After
DATABASE = read_env("DATABASE_URL", database, f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
PGBOUNCER = read_env("PGBOUNCER_URL", pool, "")
if PGBOUNCER and "sqlite" in DATABASE["ENGINE"]:
    refuse_value("PGBOUNCER_URL", "DATABASE_URL does not name the PostgreSQL behind it")
DATABASES = {"default": PGBOUNCER or DATABASE}
DATABASES["default"]["CONN_MAX_AGE"] = None  # kept open per thread; a server's threads share a pool (dokoclub.server)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_START}
elif PGBOUNCER:  # each transaction may use another connection of the server; it does not accept `options` either
    PGBOUNCER["DISABLE_SERVER_SIDE_CURSORS"] = True
    PGBOUNCER["OPTIONS"] = PGBOUNCER.get("OPTIONS", {}) | {"prepare_threshold": None}
else:
    DATABASE["OPTIONS"] = DATABASE.get("OPTIONS", {}) | {"options": f"-c lock_timeout={LOCK_TIMEOUT}"}

PROCESSES = read_env("PROCESSES", whole_number, str(count_cores()))  # one interpreter uses one core
# Rate limits are counted in the cache, so several processes must share one.
CACHES = {
    "default": read_env("CACHE_URL", cache, "dbcache://shared_cache" if PROCESSES > 1 else "locmemcache://dokoclub")
}
if PROCESSES > 1 and CACHES["default"]["BACKEND"].endswith("LocMemCache"):
    refuse_value("CACHE_URL", f"a memory belongs to one process, and PROCESSES is {PROCESSES}")
CACHES["template_fragments"] = env.cache_url_config("locmemcache://fragments")  # each process renders its own
CACHES["kept"] = env.cache_url_config("locmemcache://kept") | {"OPTIONS": {"MAX_ENTRIES": 500}, "TIMEOUT": 24 * 60 * 60}

MAIL = bool(read_env("EMAIL_URL", str, ""))  # whether this install can send mail at all
globals().update(read_env("EMAIL_URL", mail, "dummymail://"))
if not MAIL and read_env("MAIL_FROM", str, ""):
    refuse_value("MAIL_FROM", "nothing is mailed, because EMAIL_URL is not set")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = read_env("MAIL_FROM", sender, f"dokoclub@{OWN_HOSTS[0]}")

# --- Messages to browsers: off until the operator sets a contact for push services ------------------------------------

PUSH_CONTACT = read_env("PUSH_CONTACT", mail_address, "")
if PUSH_CONTACT and not HTTPS and not is_only_here(str(PUBLIC_ADDRESS.hostname)):
    refuse_value("PUSH_CONTACT", "browsers take messages only from https, and PUBLIC_URL is not")

# --- Language and time -----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [FILES_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = read_env("SHOWN_TIME_ZONE", time_zone, "Europe/Berlin")

# --- Logs ------------------------------------------------------------------------------------------------------------

LOG_LEVEL = read_env("LOG_LEVEL", one_of("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
LOGGING = configure_logs(LOG_LEVEL)

# --- Static files ----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"  # pages opened before an upgrade still request old files from here
STATICFILES_DIRS = [FILES_DIR / "static", ("handbook", FILES_DIR / "docs" / "handbook" / "pictures")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "dokoclub.core.static_files.ModuleStorage"},
}

# --- Accounts (allauth) ----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Account"
REGISTRATION = read_env("REGISTRATION", one_of("invited", "open"), "invited")
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "display_name", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "dokoclub.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    # amount/time/key: the key is the hash of an address, which a whole pub shares.
    "sign_in": "60/m/key",
    "sign_up": "20/m/key",
    "demo": "30/m/key",
    "demo_write": "240/m/key",  # the form asks for the value of a game at every tap
    # allauth's own limits, which the cache may lose: failed guesses are counted by dokoclub.accounts.services.sign_ins
    "login": None,
    "login_failed": None,
    "reauthenticate": None,
}
# How many unknown tokens an address may try in a minute; phones retry for a while after a revocation.
UNKNOWN_TOKENS = {"login_link": 30, "invitation": 60, "secret_link": 600, "pen": 600}

MFA_ADAPTER = "dokoclub.accounts.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RATE_LIMITS = {"webauthn_login": None}  # nothing to guess, and nobody must be able to lock out others

# --- Sign-in through another service (OpenID Connect): off until all three are set ------------------------------------

OIDC = {
    "OIDC_ISSUER": read_env("OIDC_ISSUER", issuer, ""),
    "OIDC_CLIENT_ID": read_env("OIDC_CLIENT_ID", str, ""),
    "OIDC_CLIENT_SECRET": read_env("OIDC_CLIENT_SECRET", str, ""),
}
for name, value in OIDC.items():
    if any(OIDC.values()) and not value:
        refuse_value(
            name, "it is not set, and all three of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together"
        )
SOCIALACCOUNT_ADAPTER = "dokoclub.accounts.adapters.SocialAccountAdapter"
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_PROVIDERS = openid_provider(*OIDC.values())

# --- What `manage.py prepare` does before the server starts ----------------------------------------------------------

BEFORE_START: list[tuple[str, list[str]]] = [
    ("migrate", ["--verbosity=0"]),
    ("createcachetable", ["--verbosity=0"]),
    ("repost", ["--older", "--verbosity=0"]),
    *([("seed_demo", ["--verbosity=0"])] if DEMO else []),
]
