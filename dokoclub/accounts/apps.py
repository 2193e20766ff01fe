from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out


class AccountsConfig(AppConfig):
    name = "dokoclub.accounts"

    def ready(self) -> None:
        from dokoclub.accounts.access.devices import forget_sign_in  # needs all models

        user_logged_out.connect(forget_sign_in)
