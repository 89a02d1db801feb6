/*
 * Orders with ids that sort by time, in C: generates ids, reads ids of requests, and prints the
 * range of an hour.
 *
 *     cc orders.c $(pkg-config --cflags --libs sortid) -o orders && ./orders
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sortid.h>

enum { ORDERS = 5 };

typedef struct order {
  sortid_id id;
  int cents;
} order;

/* The message contains the offset in a text, or the invalid option. */
static void expect(int32_t status, const sortid_error *error) {
  if (status == SORTID_OK) return;
  fprintf(stderr, "%s\n", error == NULL ? sortid_status_message(status) : error->message);
  exit(EXIT_FAILURE);
}

static void print_id(const char *label, const sortid_id *id) {
  char text[SORTID_TEXT_SIZE];
  expect(sortid_text(id, text, sizeof text, NULL, NULL), NULL);
  printf("%-10s %s\n", label, text);
}

/* Uses its own generator, whose machine identifier is part of every id. */
static void make_orders(order *orders, size_t count) {
  const sortid_option options[] = {
      SORTID_OPTION_NUMBER("machine_id", 7),
      SORTID_OPTION_TEXT("on_rollback", "error"),
  };
  sortid_generator *generator;
  sortid_error error;
  expect(sortid_generator_new(SORTID_FORMAT_UUID7, options, 2, &generator, &error), &error);
  for (size_t i = 0; i < count; i++) {
    expect(sortid_generator_next(generator, &orders[i].id, NULL), NULL);
    orders[i].cents = rand() % 10000;
  }
  sortid_generator_free(generator);
}

static int by_id(const void *a, const void *b) { return sortid_compare(&((const order *)a)->id, &((const order *)b)->id); }

/* Reads untrusted text. */
static void read_request(const char *text) {
  sortid_id id;
  sortid_error error;
  if (sortid_parse(text, strlen(text), SORTID_FORMAT_UUID7, &id, &error) != SORTID_OK) {
    printf("%-10s %s\n", "rejected", error.message);
    return;
  }
  sortid_time time;
  expect(sortid_timestamp(&id, &time, NULL), NULL);
  time_t seconds = (time_t)time.seconds;
  char day[sizeof "2022-02-22"];
  strftime(day, sizeof day, "%Y-%m-%d", gmtime(&seconds));
  printf("%-10s generated on %s, %" PRIu32 " ms after the second\n", "accepted", day, time.nanos / 1000000);
}

int main(void) {
  order orders[ORDERS];
  make_orders(orders, ORDERS);
  qsort(orders, ORDERS, sizeof *orders, by_id);
  for (size_t i = 0; i < ORDERS; i++) print_id(i == 0 ? "orders" : "", &orders[i].id);

  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398");
  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398g");

  /* For WHERE id BETWEEN min AND max: the ids of this hour. */
  sortid_time from = {time(NULL) / 3600 * 3600, 0}, to = {from.seconds + 3600, 0};
  sortid_id min, max;
  sortid_error error;
  expect(sortid_range(from, to, SORTID_FORMAT_UUID7, NULL, 0, &min, &max, &error), &error);
  print_id("from", &min);
  print_id("to", &max);

  /* The shortest call: the text of a new id of the process-wide generator. */
  char tid[SORTID_TID_TEXT_SIZE];
  expect(sortid_tid_text(tid, sizeof tid, NULL), NULL);
  printf("%-10s %s\n", "a tid", tid);

  /* Many ids with one call. */
  static uint64_t keys[1000];
  const sortid_generator *tids;
  size_t written;
  expect(sortid_generator_default(SORTID_FORMAT_TID, &tids, NULL), NULL);
  expect(sortid_generator_fill_u64(tids, keys, 1000, &written, NULL), NULL);
  printf("%-10s %zu keys, from %" PRIu64 " to %" PRIu64 "\n", "filled", written, keys[0], keys[written - 1]);
  return EXIT_SUCCESS;
}
