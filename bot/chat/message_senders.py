"""Put together what brings the messages of all features to Discord, in the features' order."""

from dataclasses import dataclass

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.forum_posts import ForumPosts
from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.message_posts import MessagePosts
from bot.chat.delivery.places import Places
from bot.chat.delivery.recomposing import Recomposer
from bot.chat.delivery.refused_forms import RefusedForms
from bot.chat.delivery.retelling import DeliveredRetelling
from bot.chat.delivery.senders import Senders
from bot.chat.delivery.standing_messages import StandingMessages
from bot.chat.features.boards.board_composer import BoardComposer
from bot.chat.features.boards.board_sender import BoardSender
from bot.chat.features.boards.ending_sender import EndingSender
from bot.chat.features.boards.match_homes import MatchHomes
from bot.chat.features.boards.old_pictures import OldPictures
from bot.chat.features.challenges.card_sender import CardComposer, CardSender
from bot.chat.features.challenges.services import Cards
from bot.chat.features.following.follower_sender import FollowerSender
from bot.chat.features.help.welcome_sender import WelcomeSender
from bot.chat.features.letters.letter_sender import LetterSender
from bot.chat.features.offers.offer_sender import OfferSender
from bot.chat.features.offers.time_sender import TimeSender
from bot.chat.features.privacy.name_erasure_sender import NameErasureSender
from bot.chat.features.puzzles.daily_puzzle_sender import DailyPuzzleSender
from bot.chat.features.servers.limitation_sender import LimitationSender, limitation_recorder
from bot.chat.features.servers.overview_sender import OverviewSender
from bot.chat.features.tables.seat_sender import SeatSender
from bot.chat.features.tournaments.dice_seal_message import is_seal
from bot.chat.features.tournaments.tournament_sender import TournamentGameCards, TournamentSender
from bot.chat.features.trial.trial_sender import TrialSender
from bot.play.domain.servers.limitations import Limitation


@dataclass(frozen=True, slots=True)
class MessageSenders:
    """What sends notices, what tells them once more, and the ways to Discord they share."""

    senders: Senders
    retelling: DeliveredRetelling
    direct: DirectMessages


def board_composer(app: AppContext) -> BoardComposer:
    """Return what composes boards."""
    does = app.services
    return BoardComposer(
        app.readers, app.games, app.outbox, does.matches, does.people, does.ratings, does.servers
    )


def cards_of(app: AppContext) -> Cards:
    """Return what cards are made from."""
    does = app.services
    return Cards(app.games, does.people, does.settings, app.readers, does.practice, does.tournaments)


def card_composer(app: AppContext) -> CardComposer:
    """Return what composes the cards of challenges."""
    does = app.services
    return CardComposer(cards_of(app), does.challenges, TournamentGameCards(does.tournaments))


def message_senders(
    app: AppContext,
    client: discord.Client,
    messages: MessageCache | None = None,
    forms: RefusedForms | None = None,
) -> MessageSenders:
    """Return what brings messages to Discord; `messages` are those posted last, `forms` what it refuses."""
    does, readers, epoch = app.services, app.readers, app.epochs.current
    forms = forms or RefusedForms()
    note = limitation_recorder(does.limitations)
    sender = DiscordSender(
        client,
        app.outbox,
        app.metrics,
        app.clock,
        epoch,
        messages=messages,
        changed=app.outbox.changed,
        forms=forms,
        no_picture=lambda place, code: note(place, Limitation.PICTURES, code),
    )
    direct = DirectMessages(client, sender, does.first_messages)
    places = Places(client)
    posts = MessagePosts(sender, direct, note)
    boards, cards = board_composer(app), card_composer(app)
    recomposer = Recomposer((boards.recall, cards.recall), epoch)
    standing = StandingMessages(sender, recomposer, app.pictures, epoch)
    homes = MatchHomes(
        client,
        sender,
        posts,
        ForumPosts(client, sender, places),
        forms,
        readers,
        does.matches,
        does.match_places,
        does.challenges,
        does.servers,
        app.clock,
        note,
    )
    welcomes = WelcomeSender(sender, readers, app.games, does.welcomes, does.practice)
    features = (
        BoardSender(
            boards,
            homes,
            sender,
            standing,
            OldPictures(client),
            readers,
            does.matches,
            does.match_places,
            does.challenges,
        ),
        EndingSender(client, sender, homes, readers, app.games, does.matches, does.servers),
        CardSender(cards, posts, standing, cards_of(app), does.challenges, does.matches),
        SeatSender(
            homes, standing, readers, does.matches, does.substitutions, does.tournaments, does.practice
        ),
        OfferSender(homes, standing, readers, app.games, does.matches, does.offer_messages),
        TimeSender(homes, readers, does.matches),
        TournamentSender(sender, readers, app.games, does.tournaments, note, epoch),
        OverviewSender(client, sender, places, readers, app.games, does.servers, epoch),
        LimitationSender(sender, readers, does.limitations),
        welcomes,
        TrialSender(client, sender),
        NameErasureSender(
            client,
            sender,
            direct,
            recomposer,
            readers,
            does.matches,
            does.welcomes,
            does.deletions,
            is_seal,
        ),
        FollowerSender(direct, places, readers, does.matches, does.following),
        DailyPuzzleSender(sender, readers, does.puzzles, does.daily_puzzles, does.limitations, does.servers),
        LetterSender(
            sender,
            places,
            readers,
            does.weekly_letters,
            does.letter_contents,
            does.puzzles,
            does.limitations,
            does.servers,
        ),
    )
    senders = Senders(one for feature in features for one in feature.senders())
    retelling = DeliveredRetelling(app.outbox, recomposer, senders, welcomes.show_privately)
    return MessageSenders(senders, retelling, direct)
